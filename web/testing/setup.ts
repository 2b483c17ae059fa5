import { format } from 'node:util'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { unstable_NormalPriority, unstable_scheduleCallback } from 'scheduler'
import { afterEach, beforeEach, vi } from 'vitest'
import { makeJsdomFast } from './fast-jsdom.ts'
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
makeJsdomFast()
skipOwnerStacks()
waitForEffects()

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
 * React records a stack trace for each of the first ten thousand elements of a second, for its own tools: a tenth of the time of the
 * screen tests. This makes it believe that they are used up. Errors still name their components.
 */
function skipOwnerStacks(): void {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (!(internals instanceof Object && 'recentlyCreatedOwnerStacks' in internals))
    throw new Error('React counts its stack traces elsewhere now; see skipOwnerStacks')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 1e9, set: () => {} })
}

/**
 * React runs effects some time after it has changed the page: a listener that an effect adds would miss the next event of a test, which
 * comes as soon as the page has changed. So each wait and each event ends when the effects that React has scheduled have run.
 */
function waitForEffects(): void {
  const { asyncWrapper } = getConfig()
  const effectsRun = () =>
    new Promise<void>((resolve) => void unstable_scheduleCallback(unstable_NormalPriority, () => resolve()))
  configure({
    asyncWrapper: (work) =>
      asyncWrapper(async () => {
        const result = await work()
        await effectsRun()
        return result
      }),
  })
}
