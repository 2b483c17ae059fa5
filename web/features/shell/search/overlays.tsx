import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyScreen } from '#web/lib/lazy-screen.ts'
import { isKeyForPage } from '#web/shared/is-key-for-page.ts'
import { type Overlay, ShowOverlay } from './show-overlay.ts'

const SearchDialog = lazyScreen(async () => (await import('./search-dialog.tsx')).SearchDialog)
const ShortcutsDialog = lazyScreen(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

const dialogs = { search: SearchDialog, shortcuts: ShortcutsDialog } satisfies Record<Overlay, unknown>

/** Milliseconds that the screen itself has to arrive. */
const screenFirst = 1000

/** What opens over any screen: the search by Ctrl-K, the list of keys by "?". */
export function Overlays({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const [open, setOpen] = useState<{ overlay: Overlay; at: string } | null>(null)
  const [opened, setOpened] = useState<readonly Overlay[]>([])

  // Any navigation closes it, also one that a question about unsaved work came before.
  if (open && open.at !== path) setOpen(null)

  function show(overlay: Overlay) {
    setOpened((before) => (before.includes(overlay) ? before : [...before, overlay]))
    setOpen({ overlay, at: path })
  }

  // Ahead of time, so that nothing is waited for, and that a version released meanwhile takes nothing away.
  useEffect(() => {
    const timer = setTimeout(() => Object.values(dialogs).map((dialog) => dialog.preload()), screenFirst)
    return () => clearTimeout(timer)
  }, [])

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isSearchKey(event)) show('search')
    else if (event.key === '?' && isKeyForPage(event)) show('shortcuts')
    else return
    event.preventDefault()
  })

  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <ShowOverlay value={show}>
      {children}
      {opened.map((overlay) => {
        const Dialog = dialogs[overlay]
        return (
          <Suspense key={overlay}>
            <Dialog open={open?.overlay === overlay} onOpenChange={(isOpen) => !isOpen && setOpen(null)} />
          </Suspense>
        )
      })}
    </ShowOverlay>
  )
}

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
