import { cva } from 'class-variance-authority'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Spinner } from './loading.tsx'

/** Same z-index as the panels, so that of two overlays the later one covers the other. */
export const scrimStyles = 'fixed inset-0 z-50 animate-fade bg-scrim'

export const panelStyles =
  'fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-1/2 animate-pop grid-cols-1 gap-4 overflow-y-auto rounded-xl border bg-raised p-5 text-ink shadow-overlay wrap-anywhere md:p-6'

export const drawerStyles = cva(
  'fixed inset-y-0 z-50 flex flex-col overflow-y-auto bg-raised text-ink shadow-overlay',
  {
    variants: {
      size: {
        menu: 'w-80 max-w-[calc(100vw-3rem)]',
        detail: 'w-full sm:w-[34rem] sm:max-w-[calc(100vw-3rem)]',
        wide: 'w-full sm:w-[42rem] sm:max-w-[calc(100vw-3rem)]',
        full: 'w-full sm:w-[64rem] sm:max-w-[calc(100vw-3rem)]',
      },
      side: { left: 'left-0 animate-slide-right border-r', right: 'right-0 animate-slide-left border-l' },
    },
  },
)

export type OverlayKind = keyof typeof frameStyles

const frameStyles = {
  dialog: panelStyles,
  drawer: drawerStyles({ side: 'right', size: 'detail' }),
  menu: drawerStyles({ side: 'left', size: 'menu' }),
}

/** Within it, a press outside is the second half of the double click that opened the overlay. */
const doubleClickMilliseconds = 500

type OverlayFrameProps = {
  kind: OverlayKind
  onClose: () => void
  /** Default: a spinner. */
  children?: ReactNode
}

/**
 * Stands in for a dialog or drawer whose code is still on its way, so that a click shows at once that it was heard. Apart
 * from those, because the first load does without their code.
 */
export function OverlayFrame({ kind, onClose, children = <Spinner /> }: OverlayFrameProps) {
  const [openedAt] = useState(() => performance.now())
  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [onClose])

  function closeFromOutside() {
    if (performance.now() - openedAt > doubleClickMilliseconds) onClose()
  }

  return createPortal(
    <>
      <div className={scrimStyles} onPointerDown={closeFromOutside} />
      <div className={frameStyles[kind]}>{children}</div>
    </>,
    document.body,
  )
}
