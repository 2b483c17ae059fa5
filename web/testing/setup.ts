import { format } from 'node:util'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
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

/** Timeout of `findBy` and `waitFor` in milliseconds: the default of one second is too short on a busy machine. */
configure({ asyncUtilTimeout: 5_000 })

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
