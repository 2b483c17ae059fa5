import { cx } from 'class-variance-authority'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import { Link } from 'wouter'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { SideMenu } from './side-menu.tsx'
import { useFoldedMenu } from './use-folded-menu.ts'

/** The menu beside the page, from medium width up. */
export function MenuColumn() {
  const { isFolded, toggle } = useFoldedMenu()
  const Icon = isFolded ? PanelLeftOpen : PanelLeftClose

  return (
    <aside
      className={cx(
        'sticky top-0 hidden h-dvh shrink-0 flex-col overflow-y-auto border-r bg-raised transition-[width] md:flex',
        isFolded ? 'w-18' : 'w-60',
      )}
    >
      <div className={cx('flex h-16 shrink-0 items-center px-3', isFolded ? 'justify-center' : 'justify-between pl-5')}>
        {!isFolded && (
          <Link href="/dashboard" className="rounded-md">
            <Logo />
          </Link>
        )}
        <Button variant="quiet" size="icon" aria-expanded={!isFolded} aria-label="Side menu" onClick={toggle}>
          <Icon aria-hidden />
        </Button>
      </div>
      <SideMenu isFolded={isFolded} />
    </aside>
  )
}
