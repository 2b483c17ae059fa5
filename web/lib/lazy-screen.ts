import { type ComponentType, lazy } from 'react'

/** A part of the application could not be fetched: mostly a page opened before a new version was deployed. */
export class ScreenNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded', { cause })
    this.name = 'ScreenNotLoaded'
  }
}

/** `preload` fetches ahead of time; if that fails, showing the screen tries again. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Screen = lazy(async () => {
    try {
      return { default: await load() }
    } catch (cause) {
      throw new ScreenNotLoaded(cause)
    }
  })
  return Object.assign(Screen, { preload: () => void load().catch(() => undefined) })
}
