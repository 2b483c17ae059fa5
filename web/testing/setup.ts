import { format } from 'node:util'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { resetBeforeEachTest } from './render.tsx'
import { serveTestFile } from './server.ts'

serveTestFile()
resetBeforeEachTest()
afterEach(cleanup)

/** Errors that React logs fail the test, as page errors do in the browser tests. */
const reactErrors: string[] = []
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => void reactErrors.push(format(...values)))
})
afterEach(() => {
  const found = reactErrors.splice(0)
  if (found.length > 0) throw new Error(found.join('\n'))
})

configure({
  /** Timeout of `findBy` and `waitFor` in milliseconds: the default of one second is too short on a busy machine. */
  asyncUtilTimeout: 5_000,
  /** The default prints the whole page at every failed try, of which `findBy` makes many; here only a message that is read does. */
  getElementError(message, container) {
    const error = new Error()
    error.name = 'TestingLibraryElementError'
    let whole: string | undefined
    Object.defineProperty(error, 'message', {
      // Testing Library replaces it when a wait is over.
      configurable: true,
      get: () => (whole ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
    })
    return error
  },
})
useFastComputedStyle()

/* Browser APIs that Radix and our pages use and jsdom lacks. */
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
  scrollIntoView: () => undefined,
})

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
)

vi.stubGlobal('matchMedia', (media: string) => ({
  media,
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))

/**
 * jsdom matches every rule of its style sheet at each call of `getComputedStyle`, which queries by role make for every element on the
 * page: a tenth of the time of the screen tests. Tests load no style sheets, so the few properties that queries and user events
 * ask for follow from the tag and from inline styles. All others are still computed by jsdom.
 */
function useFastComputedStyle(): void {
  const computeStyle = window.getComputedStyle.bind(window)
  const displayByKind = new Map<string, string>()

  function displayOf(element: HTMLElement): string {
    const inline = element.style.display
    if (inline) return inline
    const kind = [element.localName, ...attributesThatHide.map((name) => element.getAttribute(name))].join(' ')
    const known = displayByKind.get(kind) ?? computeStyle(element).display
    displayByKind.set(kind, known)
    return known
  }

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || !(element instanceof HTMLElement)) return computeStyle(element, pseudo)
    const fast: Record<string, () => string> = {
      display: () => displayOf(element),
      visibility: () => inherited(element, 'visibility', 'visible'),
      pointerEvents: () => inherited(element, 'pointerEvents', 'auto'),
    }
    let whole: CSSStyleDeclaration | undefined
    const read = (name: string): unknown => fast[name]?.() ?? Reflect.get((whole ??= computeStyle(element)), name)
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return (property: string) => read(property) ?? ''
        const value = read(String(name))
        return typeof value === 'function' ? (value as () => unknown).bind(whole) : value
      },
    })
  }
}

/** Attributes by which jsdom's style sheet tells elements of one tag apart. */
const attributesThatHide = ['hidden', 'open', 'type']

function inherited(element: HTMLElement, property: 'visibility' | 'pointerEvents', initial: string): string {
  for (let one: HTMLElement | null = element; one; one = one.parentElement) {
    if (one.style[property]) return one.style[property]
  }
  return initial
}
