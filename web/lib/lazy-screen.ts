import { type ComponentType, createElement, lazy } from 'react'

/** A part of the application could not be fetched: the connection was lost, or a new version has been deployed since the page was opened. */
export class ChunkLoadError extends Error {
  /** Whoever caught it calls this to have the next showing fetch anew: React itself would remember the failure for ever. */
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super('A part of the page could not be loaded', { cause })
    this.name = 'ScreenNotLoaded'
    this.reset = reset
  }
}

/** `preload` fetches ahead of time; if that fails, showing the screen tries again. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const fetchOnce = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        throw new ChunkLoadError(cause, () => (fetched = fetchOnce()))
      }
    })
  let fetched = fetchOnce()
  const Screen = (props: Props) => createElement(fetched, props)
  return Object.assign(Screen, { preload: () => void load().catch(() => undefined) })
}
