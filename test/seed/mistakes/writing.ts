import type { Mistakes } from './mistake.ts';

/** How it is written. */
export const WRITING: Mistakes = {
  'name: Prøve AS → name: "Prøve AS':
    '22:20 : This isn\'t YAML: Missing closing "quote. Check indentation, colons and quotes here.',
  '    name: Prøve AS → \tname: Prøve AS': '22:1 : The indentation has a tab. Indent with spaces.',
  '    name: Prøve AS →     name: Prøve AS\n    name: Prøve AS':
    '23:5 : This key appears twice. Keep one of them.',
  'version: 1 → version: 2': "1:1 version: version isn't 1. Write version: 1.",
  'currency: NOK\n        creditLine → curency: NOK\n        creditLine':
    "9:9 customers[0].accounts[0].curency: curency isn't a member here. Did you mean currency?",
  'name: Kari Prøve → name: Kari Prøve\n    shoeSize: 42':
    "5:5 customers[0].shoeSize: shoeSize isn't a member here. The members are number, name, type, accounts, cards.",
  '    type: PRIVATE\n → ': '3:5 customers[0].type: type is missing. Add it: PRIVATE or CORPORATE.',
  'name: Kari Prøve → name:': '4:5 customers[0].name: name is empty. Write a name, or remove it.',
  'agreements:\n  - owner → agreements:\n    owner':
    "25:1 agreements: agreements isn't a list. Write a list of agreements, each after a -.",
};
