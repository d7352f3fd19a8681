import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/bank/sca/site/html.ts';

describe('the html template tag [A-html-escaped]', () => {
  it('escapes every character that means something in text and in a quoted attribute', () => {
    const foreign = `<b title="x" class='y'>&amp;</b>`;
    const escaped = '&lt;b title=&quot;x&quot; class=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;';
    expect(renderHtml`<p title="${foreign}">${foreign}</p>`.text).toBe(
      `<p title="${escaped}">${escaped}</p>`,
    );
  });

  it('puts html into html as it is, one or a list', () => {
    const items = ['a<', 'b'].map((text) => renderHtml`<li>${text}</li>`);
    expect(renderHtml`<ul>${items}</ul>${renderHtml`<hr>`}`.text).toBe(
      '<ul><li>a&lt;</li><li>b</li></ul><hr>',
    );
  });

  it('writes numbers, and nothing for undefined and for an empty list', () => {
    expect(renderHtml`${0}|${1.5}|${undefined}|${[]}|${''}`.text).toBe('0|1.5|||');
  });

  it('takes text that looks like html, or like an object of it, for text', () => {
    expect(renderHtml`${renderHtml`<i>`.text}`.text).toBe('&lt;i&gt;');
    expect(renderHtml`${JSON.stringify({ text: '<i>' })}`.text).toBe(
      '{&quot;text&quot;:&quot;&lt;i&gt;&quot;}',
    );
  });
});
