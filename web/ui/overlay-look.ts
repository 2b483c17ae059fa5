import './nonce.ts'

/** On one layer with the panels: of two overlays, the one opened later covers the other. */
export const scrimStyles = 'fixed inset-0 z-50 animate-fade bg-scrim'

export const panelStyles =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-1/2 animate-pop grid-cols-1 gap-4 overflow-y-auto rounded-xl border bg-raised p-5 text-ink shadow-overlay wrap-anywhere md:p-6'
