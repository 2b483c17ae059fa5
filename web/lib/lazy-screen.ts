import { type ComponentType, createElement, lazy, useState } from 'react'

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

/**
 * React.lazy with `preload` and with retry after a failed load. A failed preload is ignored; rendering tries again. What
 * has been loaded is rendered at once: React.lazy would show the fallback first, and for a third of a second.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | null = null
  const loadOnce = async () => (Loaded ??= await load())
  const createLazy = () =>
    lazy(async () => {
      try {
        return { default: await loadOnce() }
      } catch (cause) {
        throw new ChunkLoadError(cause, () => (Lazy = createLazy()))
      }
    })
  let Lazy = createLazy()
  /** The same for as long as it is mounted, because another component would begin anew. */
  const Screen = (props: Props) => {
    const [isLoaded] = useState(() => Loaded !== null)
    return createElement((isLoaded && Loaded) || Lazy, props)
  }
  return Object.assign(Screen, { preload: () => void loadOnce().catch(() => undefined) })
}
