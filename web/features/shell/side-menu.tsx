import LogOut from 'lucide-react/icons/log-out'
import { signOutPath } from '#contract/paths.ts'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { CurrentCompany } from './company-plate.tsx'
import { footerMenu, mainMenu } from './menu.ts'
import { menuItemStyles } from './menu-item-look.ts'
import { MenuList } from './menu-list.tsx'
import { Person } from './person.tsx'
import { SearchButton } from './search/search-button.tsx'

type SideMenuProps = { isFolded?: boolean; onNavigate?: () => void }

/** What stands in the menu, the same beside a wide page and in the drawer of a phone. */
export function SideMenu({ isFolded = false, onNavigate }: SideMenuProps) {
  return (
    <div className="flex flex-1 flex-col gap-4 px-3 pb-3">
      <SearchButton isFolded={isFolded} onOpen={onNavigate} />
      <CurrentCompany isFolded={isFolded} />
      <nav aria-label="Main" className="flex flex-1 flex-col justify-between gap-6">
        <ul className="grid gap-0.5">
          <MenuList entries={mainMenu} isFolded={isFolded} onNavigate={onNavigate} />
        </ul>
        <ul className="grid gap-0.5">
          <MenuList entries={footerMenu} isFolded={isFolded} onNavigate={onNavigate} />
          <li>
            <Logout isFolded={isFolded} />
          </li>
        </ul>
      </nav>
      {!isFolded && (
        <div className="flex items-center justify-between pl-3">
          <span aria-hidden className="text-sm text-muted">
            Theme
          </span>
          <ThemeSwitch />
        </div>
      )}
      <Person isFolded={isFolded} />
    </div>
  )
}

function Logout({ isFolded }: { isFolded: boolean }) {
  const link = (
    <a href={signOutPath} className={menuItemStyles({ isFolded })}>
      <LogOut aria-hidden />
      <span className={isFolded ? 'sr-only' : undefined}>Logout</span>
    </a>
  )
  return isFolded ? (
    <Tooltip content="Logout" side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
