import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { useCurrentUser } from '#web/lib/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { useShowOverlay } from './search/search-button.tsx'

const MobileMenu = lazyPart(async () => (await import('./mobile-menu.tsx')).MobileMenu)

/** The top bar of narrow screens, with a button that opens the menu. */
export function MobileHeader() {
  const { companyName } = useCurrentUser()
  const [path] = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const isOpen = openedAt !== null
  const show = useShowOverlay()

  // Any navigation closes the menu, including the back button.
  if (openedAt !== null && openedAt !== path) setOpenedAt(null)

  function open() {
    setWasOpened(true)
    setOpenedAt(path)
  }

  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-3 border-b bg-raised px-2 md:hidden">
      <Button
        variant="quiet"
        size="icon"
        aria-label="Open menu"
        aria-expanded={isOpen}
        onFocus={MobileMenu.preload}
        onPointerEnter={MobileMenu.preload}
        onClick={open}
      >
        <Menu aria-hidden />
      </Button>
      <LogoMark className="size-6" />
      <span className="truncate font-semibold">{companyName ?? 'Lockstep'}</span>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Search"
        aria-haspopup="dialog"
        onClick={() => show('search')}
        className="ml-auto"
      >
        <Search aria-hidden />
      </Button>
      <Suspense>
        {wasOpened && <MobileMenu open={isOpen} onOpenChange={(next) => setOpenedAt(next ? path : null)} />}
      </Suspense>
    </header>
  )
}
