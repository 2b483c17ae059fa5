import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { isPageShortcut } from '#web/ui/kbd.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Overlay, ShowOverlay } from './search-button.tsx'

type Dialog = ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>

const load: Record<Overlay, () => Promise<Dialog>> = {
  search: async () => (await import('./search-dialog.tsx')).SearchDialog,
  shortcuts: async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  sessions: async () => (await import('../sessions/sessions-dialog.tsx')).SessionsDialog,
}

/** Dialogs that open over any screen: the search (Ctrl-K), the list of shortcuts ("?") and one's own sessions. Loaded on first use. */
export function Overlays({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const [open, setOpen] = useState<{ overlay: Overlay; at: string } | null>(null)
  const [dialogs, setDialogs] = useState<ReadonlyMap<Overlay, Dialog>>(new Map())

  // Any navigation closes the overlay, also one that had to be confirmed first.
  if (open && open.at !== path) setOpen(null)

  // Loaded in the handler and not by Suspense: a chunk that fails to load, for example after a release, must not
  // unmount the screen.
  async function show(overlay: Overlay) {
    try {
      const dialog = dialogs.get(overlay) ?? (await load[overlay]())
      setDialogs((before) => new Map(before).set(overlay, dialog))
      setOpen({ overlay, at: path })
    } catch {
      const description = 'A part of the page could not be loaded. Reload the page, then try again.'
      toast({ variant: 'destructive', title: 'Could Not Open', description })
    }
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isSearchKey(event)) void show('search')
    else if (event.key === '?' && isPageShortcut(event)) void show('shortcuts')
    else return
    event.preventDefault()
  })

  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <ShowOverlay value={(overlay) => void show(overlay)}>
      {children}
      {[...dialogs].map(([overlay, Dialog]) => (
        <Dialog key={overlay} open={open?.overlay === overlay} onOpenChange={(isOpen) => !isOpen && setOpen(null)} />
      ))}
    </ShowOverlay>
  )
}

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
