/** Makes elements known to the browser, each once, whichever page comes first. */
export function define(elements: Readonly<Record<string, CustomElementConstructor>>): void {
  for (const [tag, element] of Object.entries(elements))
    if (customElements.get(tag) === undefined) customElements.define(tag, element);
}
