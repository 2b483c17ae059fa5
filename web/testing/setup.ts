import { format } from 'node:util'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { resetBeforeEachTest } from './render.tsx'
import { serveEachFile } from './server.ts'

serveEachFile()
resetBeforeEachTest()
afterEach(cleanup)

/** What React complains of is a defect, as whatever a page logs is in the browser tests. */
const complaints: string[] = []
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => void complaints.push(format(...said)))
})
afterEach(() => {
  const found = complaints.splice(0)
  if (found.length > 0) throw new Error(found.join('\n'))
})

/** Milliseconds that `findBy` and `waitFor` wait at most: a busy machine needs more than the one second they come with. */
configure({ asyncUtilTimeout: 5_000 })

/* What Radix and the pages ask of a browser and jsdom does not have. */
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
