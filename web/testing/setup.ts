import { format } from 'node:util'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
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
  /** Timeout of `findBy` and `waitFor` in milliseconds: the default of one second is too short beside other tests. */
  asyncUtilTimeout: 15_000,
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
skipOwnerStacks()

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
 * jsdom matches every rule of its style sheet, for the element and its ancestors, at each call of `getComputedStyle`, which queries by
 * role make for every element on the page: a fifth of the time of the screen tests. Tests load no style sheets, so what queries,
 * user events and Radix ask for follows from the tag and from inline styles.
 */
function useFastComputedStyle(): void {
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

/**
 * React records a stack trace for each of the first ten thousand elements of a second, for its own tools: a tenth of the time of the
 * screen tests. This makes it believe that they are used up. Errors still name their components.
 */
function skipOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (!(internals instanceof Object && 'recentlyCreatedOwnerStacks' in internals))
    throw new Error('React counts its stack traces elsewhere now; see skipOwnerStacks')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 1e9, set: () => {} })
}
