import { type ComponentType, createElement, lazy } from 'react'

/**
 * A lazy chunk could not be loaded: the connection was lost, or a new version was deployed since the page was opened.
 */
export class ChunkLoadError extends Error {
  /**
   * Call it after catching the error, so that the next render loads the chunk again: React.lazy remembers a failure
   * forever.
   */
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super('A part of the page could not be loaded', { cause })
    this.name = 'ChunkLoadError'
    this.reset = reset
  }
}

/** React.lazy with `preload` and with retry after a failed load. A failed preload is ignored; rendering tries again. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const createLazy = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        throw new ChunkLoadError(cause, () => (Lazy = createLazy()))
      }
    })
  let Lazy = createLazy()
  const Screen = (props: Props) => createElement(Lazy, props)
  return Object.assign(Screen, { preload: () => void load().catch(() => undefined) })
}
