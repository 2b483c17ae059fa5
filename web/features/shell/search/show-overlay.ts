import { createContext, use } from 'react'

/** What opens over any screen. */
export type Overlay = 'search' | 'shortcuts'

export const ShowOverlay = createContext<(overlay: Overlay) => void>(() => undefined)

export const useShowOverlay = () => use(ShowOverlay)
