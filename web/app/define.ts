/** Registers custom elements that are not registered yet, since several pages may define the same ones. */
export function define(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [tag, element] of Object.entries(elements))
    if (customElements.get(tag) === undefined) customElements.define(tag, element);
}
