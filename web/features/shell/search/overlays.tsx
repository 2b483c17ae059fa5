import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { t } from '#contract/i18n.ts'
import { isJump, jumpPaths } from '#web/shared/jumps.ts'
import { cx } from 'class-variance-authority'
import { controlStyles } from '#web/ui/field.tsx'
import { isPageShortcut } from '#web/ui/kbd.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { OverlayFrame, type OverlayKind } from '#web/ui/overlay-frame.tsx'
import { toast } from '#web/ui/toast.ts'
import { type Overlay, ShowOverlay } from './search-button.tsx'

type Dialog = ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void; typed: string }>

const load: Record<Overlay, () => Promise<Dialog>> = {
  search: async () => (await import('./search-dialog.tsx')).SearchDialog,
  shortcuts: async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  bell: async () => (await import('../bell-drawer.tsx')).BellDrawer,
  help: async () => (await import('../help/screen-guide.tsx')).ScreenGuide,
  sessions: async () => (await import('../sessions/sessions-dialog.tsx')).SessionsDialog,
}

const kinds: Record<Overlay, OverlayKind> = {
  search: 'dialog',
  shortcuts: 'dialog',
  bell: 'drawer',
  help: 'drawer',
  sessions: 'dialog',
}

/** Milliseconds between g and the letter. */
const jumpTime = 1_500

/** Dialogs that open over any screen: the search (Ctrl-K), the list of shortcuts ("?"), what concerns the person, the guide to the screen and one's own sessions. Loaded on first use. */
export function Overlays({ children }: { children: ReactNode }) {
  const [path, navigate] = useLocation()
  const jumpBefore = useRef(0)
  const [open, setOpen] = useState<{ overlay: Overlay; at: string } | null>(null)
  const [typed, setTyped] = useState('')
  const [dialogs, setDialogs] = useState<ReadonlyMap<Overlay, Dialog>>(new Map())

  // Any navigation closes the overlay, also one that had to be confirmed first.
  if (open && open.at !== path) setOpen(null)

  // Loaded in the handler and not by Suspense: a chunk that fails to load, for example after a release, must not
  // unmount the screen.
  async function show(overlay: Overlay) {
    setTyped('')
    setOpen({ overlay, at: path })
    if (dialogs.has(overlay)) return
    try {
      const dialog = await load[overlay]()
      setDialogs((before) => new Map(before).set(overlay, dialog))
    } catch {
      setOpen((now) => (now?.overlay === overlay ? null : now))
      const description = t('Part of the page couldn’t be loaded. Reload the page, then try again.')
      toast({ variant: 'destructive', title: t('Could Not Open'), description })
    }
  }

  /** Whether the key means something: ?, or g and soon after it the letter of a screen. */
  function pressPageKey({ key, timeStamp }: KeyboardEvent): boolean {
    const target = timeStamp < jumpBefore.current && isJump(key) ? jumpPaths[key] : null
    jumpBefore.current = key === 'g' ? timeStamp + jumpTime : 0
    if (target) navigate(target)
    else if (key === '?') void show('shortcuts')
    else return key === 'g'
    return true
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isSearchKey(event)) void show('search')
    else if (!isPageShortcut(event) || !pressPageKey(event)) return
    event.preventDefault()
  })

  useEffect(() => {
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])

  return (
    <ShowOverlay value={(overlay) => void show(overlay)}>
      {children}
      {open && !dialogs.has(open.overlay) && (
        <OverlayFrame kind={kinds[open.overlay]} onClose={() => setOpen(null)}>
          {open.overlay === 'search' && <EarlySearch typed={typed} onType={setTyped} />}
          <Spinner />
        </OverlayFrame>
      )}
      {[...dialogs].map(([overlay, Dialog]) => (
        <Dialog
          key={overlay}
          open={open?.overlay === overlay}
          onOpenChange={(isOpen) => !isOpen && setOpen(null)}
          typed={typed}
        />
      ))}
    </ShowOverlay>
  )
}

/** Takes what is typed while the search loads: keys would be lost, or taken for shortcuts of the page. */
function EarlySearch({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    box.current?.focus()
    // The search gives the focus back to what had it when it opened.
    return () => (opener instanceof HTMLElement ? opener.focus() : undefined)
  }, [])
  return (
    <input
      ref={box}
      aria-label={t('Search')}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => onType(target.value)}
      className={cx(controlStyles, 'h-10')}
    />
  )
}

const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey
