/**
 * jsdom computes styles, labels and elements by ID by searching the whole page each time, and Testing Library's queries ask for them for
 * every element: that was half the time of the screen tests. These answer the same questions from what tests can contain.
 */
export function makeJsdomFast(): void {
  computeStylesFast()
  findLabelsFast()
  findIdsFast()
}

/** Tests load no style sheets, so what queries, user events and Radix ask for follows from the tag and from inline styles. */
function computeStylesFast(): void {
  const computeStyle = window.getComputedStyle.bind(window)
  const displayByKind = new Map<string, string>()

  function displayOf(element: HTMLElement | SVGElement): string {
    const inline = element.style.display
    if (inline) return inline
    const kind = [element.localName, ...attributesThatHide.map((name) => element.getAttribute(name))].join(' ')
    const known = displayByKind.get(kind) ?? computeStyle(element).display
    displayByKind.set(kind, known)
    return known
  }

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !(element instanceof HTMLElement || element instanceof SVGElement))
      return computeStyle(element, pseudo)
    const fast: Record<string, () => string> = {
      display: () => displayOf(element),
      visibility: () => inherited(element, 'visibility', 'visible'),
      pointerEvents: () => inherited(element, 'pointerEvents', 'auto'),
    }
    const read = (name: string): unknown => fast[name]?.() ?? Reflect.get(element.style, name)
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return (property: string) => read(property) ?? ''
        return read(String(name))
      },
    })
  }
}

/** Attributes by which jsdom's style sheet tells elements of one tag apart. */
const attributesThatHide = ['hidden', 'open', 'type']

function inherited(
  element: HTMLElement | SVGElement,
  property: 'visibility' | 'pointerEvents',
  initial: string,
): string {
  for (let one: HTMLElement | SVGElement | null = element; one; one = one.parentElement) {
    if (one.style[property]) return one.style[property]
  }
  return initial
}

const labelable = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]
const isLabelable = (element: Element): element is HTMLElement =>
  labelable.some((kind) => element instanceof kind) &&
  !(element instanceof HTMLInputElement && element.type === 'hidden')

/** `label.control`: the element that `for` names, or the first one inside. */
function controlOf(label: HTMLLabelElement): Element | null {
  if (!label.hasAttribute('for')) return [...label.getElementsByTagName('*')].find(isLabelable) ?? null
  const named = label.ownerDocument.getElementById(label.htmlFor)
  return named && isLabelable(named) ? named : null
}

/** Answers `element.labels` from an index of all labels, made anew when the page changed since the last question. */
function findLabelsFast(): void {
  let index: Map<Element, HTMLLabelElement[]> | undefined
  const changes = new MutationObserver(() => (index = undefined))
  changes.observe(document, { subtree: true, childList: true, attributeFilter: ['for', 'id', 'type'] })

  function labelsOf(element: Element): HTMLLabelElement[] {
    // What changed in this very moment has not been told yet.
    if (changes.takeRecords().length > 0) index = undefined
    index ??= Map.groupBy(document.getElementsByTagName('label'), controlOf) as Map<Element, HTMLLabelElement[]>
    return index.get(element) ?? []
  }

  for (const { prototype } of labelable) {
    Object.defineProperty(prototype, 'labels', {
      configurable: true,
      get(this: HTMLElement) {
        return isLabelable(this) ? labelsOf(this) : null
      },
    })
  }
}

/** `[id="…"]` below an element: Testing Library's way from `aria-labelledby` to the label. */
function findIdsFast(): void {
  const { querySelector } = Element.prototype
  Element.prototype.querySelector = function (this: Element, selector: string): Element | null {
    const id = /^\[id="([^"\\]+)"\]$/.exec(selector)?.[1]
    const found = id === undefined ? null : this.ownerDocument.getElementById(id)
    return found && found !== this && this.contains(found) ? found : querySelector.call(this, selector)
  }
}
