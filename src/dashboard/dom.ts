/** An element to be shown. Handlers are properties such as `onclick`; `mount` gets the element once it is created. */
export interface VNode {
  readonly tag: string;
  readonly props: Props;
  readonly children: readonly (VNode | string)[];
}

interface Props {
  /** Names an element among its siblings, so that it stays the same when others come and go. */
  readonly key?: string;
  readonly mount?: (element: HTMLElement) => void;
  readonly [name: string]: unknown;
}

export type Child = VNode | string | number | false | undefined | readonly Child[];

/** Creates an element. Texts become text nodes only, so no text is ever HTML. @see S11-page-text */
export function h(tag: string, props: Props = {}, ...children: readonly Child[]): VNode {
  return { tag, props, children: listNodes(children) };
}

function listNodes(children: readonly Child[]): (VNode | string)[] {
  return children.flatMap((child): (VNode | string)[] => {
    if (child === undefined || child === false || child === '') return [];
    if (typeof child === 'number') return [String(child)];
    if (typeof child === 'string') return [child];
    return 'tag' in child ? [child] : listNodes(child);
  });
}

/** The elements as they were last shown. */
const SHOWN = new WeakMap<Node, VNode>();

/** Changes the children of an element to the wanted ones. What stays keeps its focus, scroll position and input. */
export function patch(parent: Element, wanted: readonly (VNode | string)[]): void {
  const keys = new Set(wanted.map(readKey));
  const keyed = new Map<string, ChildNode>();
  for (const node of [...parent.childNodes]) {
    const key = SHOWN.get(node)?.props.key;
    if (key === undefined) continue;
    if (keys.has(key)) keyed.set(key, node);
    else node.remove();
  }
  let next = parent.firstChild;
  for (const child of wanted) {
    const key = readKey(child);
    const old = key === undefined ? next : (keyed.get(key) ?? null);
    const node = old !== null && canShow(old, child) ? old : createNode(child, parent);
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
    updateNode(node, child);
  }
  while (next !== null) {
    const node = next;
    next = next.nextSibling;
    node.remove();
  }
}

function readKey(child: VNode | string): string | undefined {
  return typeof child === 'string' ? undefined : child.props.key;
}

function canShow(node: ChildNode, child: VNode | string): boolean {
  if (typeof child === 'string') return node.nodeType === Node.TEXT_NODE;
  const shown = SHOWN.get(node);
  return shown?.tag === child.tag && shown.props.key === child.props.key;
}

function createNode(child: VNode | string, parent: Element): ChildNode {
  if (typeof child === 'string') return document.createTextNode(child);
  const namespace = child.tag === 'svg' ? 'http://www.w3.org/2000/svg' : parent.namespaceURI;
  return document.createElementNS(namespace, child.tag);
}

function updateNode(node: ChildNode, child: VNode | string): void {
  if (typeof child === 'string') {
    if (node.nodeValue !== child) node.nodeValue = child;
    return;
  }
  const shown = SHOWN.get(node);
  // A row whose data has not changed is the same object.
  if (shown === child) return;
  SHOWN.set(node, child);
  const element = node as HTMLElement;
  for (const name of Object.keys(shown?.props ?? {})) if (!(name in child.props)) setProperty(element, name);
  for (const [name, value] of Object.entries(child.props)) {
    if (shown?.props[name] !== value) setProperty(element, name, value);
  }
  patch(element, child.children);
  if (shown === undefined && child.props.mount) {
    const { mount } = child.props;
    // After the element is in the document.
    queueMicrotask(() => mount(element));
  }
}

function setProperty(element: HTMLElement, name: string, value?: unknown): void {
  if (name === 'key' || name === 'mount') return;
  if (name.startsWith('on')) Object.assign(element, { [name]: value ?? null });
  else if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : String(value));
}
