import { cva, cx } from 'class-variance-authority'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import LogOut from 'lucide-react/icons/log-out'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import PanelLeftClose from 'lucide-react/icons/panel-left-close'
import PanelLeftOpen from 'lucide-react/icons/panel-left-open'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '#contract/i18n.ts'
import { signOutPath } from '#contract/paths.ts'
import { allows, roleLabels } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { LanguageSwitch } from '#web/shared/language-switch.tsx'
import { personName } from '#web/shared/people.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ThemeSwitch } from '#web/ui/theme.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { Bell } from './bell.tsx'
import { CurrentCompany } from './company-switcher.tsx'
import { footerMenu, mainMenu, type MenuEntry } from './menu.tsx'
import { SearchButton, useShowOverlay } from './search/search-button.tsx'

/** The side menu from medium width up; it can be folded to icons. */
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
      <div className={cx('flex min-h-16 shrink-0 items-center px-3', isFolded ? 'flex-col gap-1 py-3' : 'pl-5')}>
        {!isFolded && (
          <Link href="/dashboard" className="mr-auto rounded-md">
            <Logo />
          </Link>
        )}
        <Button variant="quiet" size="icon" aria-expanded={!isFolded} aria-label={t('Side menu')} onClick={toggle}>
          <Icon aria-hidden />
        </Button>
        <Bell />
      </div>
      <SideMenu isFolded={isFolded} />
    </aside>
  )
}

type SideMenuProps = { isFolded?: boolean; onNavigate?: () => void }

/** Content of the menu, shared by the column of wide screens and the drawer of narrow ones. */
export function SideMenu({ isFolded = false, onNavigate }: SideMenuProps) {
  return (
    <div className="flex flex-1 flex-col gap-4 px-3 pb-3">
      <SearchButton isFolded={isFolded} onOpen={onNavigate} />
      <CurrentCompany isFolded={isFolded} />
      <nav aria-label={t('Main')} className="flex flex-1 flex-col justify-between gap-6">
        <ul className="grid gap-0.5">
          <MenuList entries={mainMenu} isFolded={isFolded} onNavigate={onNavigate} />
        </ul>
        <ul className="grid gap-0.5">
          <MenuList entries={footerMenu} isFolded={isFolded} onNavigate={onNavigate} />
          <li>
            <Help isFolded={isFolded} onOpen={onNavigate} />
          </li>
          <li>
            <Logout isFolded={isFolded} />
          </li>
        </ul>
      </nav>
      {!isFolded && (
        <div className="flex flex-wrap items-center justify-between gap-2 pl-3">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      )}
      <Person isFolded={isFolded} onOpen={onNavigate} />
    </div>
  )
}

/** Opens the guide to the screen. */
function Help({ isFolded, onOpen }: PersonProps) {
  const show = useShowOverlay()
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        onOpen?.()
        show('help')
      }}
      className={menuItemStyles({ isFolded })}
    >
      <CircleHelp aria-hidden />
      <span className={isFolded ? 'sr-only' : undefined}>{t('Help')}</span>
    </button>
  )
  return isFolded ? (
    <Tooltip content={t('Help')} side="right">
      {button}
    </Tooltip>
  ) : (
    button
  )
}

function Logout({ isFolded }: { isFolded: boolean }) {
  const link = (
    <a href={signOutPath} className={menuItemStyles({ isFolded })}>
      <LogOut aria-hidden />
      <span className={isFolded ? 'sr-only' : undefined}>{t('Logout')}</span>
    </a>
  )
  return isFolded ? (
    <Tooltip content={t('Logout')} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}

type MenuListProps = { entries: readonly MenuEntry[]; isFolded: boolean; onNavigate: (() => void) | undefined }

function MenuList({ entries, isFolded, onNavigate }: MenuListProps) {
  const { role, isProviderStaff } = useCurrentUser()
  const [path] = useLocation()

  return entries
    .filter(({ access }) => allows(access, role, isProviderStaff))
    .map((entry) => (
      <MenuItem
        key={entry.path}
        entry={entry}
        isCurrent={isCurrent(entry, path)}
        isFolded={isFolded}
        onNavigate={onNavigate}
      />
    ))
}

type MenuItemProps = Omit<MenuListProps, 'entries'> & { entry: MenuEntry; isCurrent: boolean }

function MenuItem({ entry: { label, path, icon: Icon, Badge }, isCurrent, isFolded, onNavigate }: MenuItemProps) {
  const link = (
    <Link
      href={path}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => onNavigate?.()}
      className={menuItemStyles({ isFolded })}
    >
      <Icon aria-hidden />
      <span className={isFolded ? 'sr-only' : undefined}>{label}</span>
      {Badge && <Badge isFolded={isFolded} />}
    </Link>
  )
  return (
    <li>
      {isFolded ? (
        <Tooltip content={label} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  )
}

function isCurrent({ path, alias }: MenuEntry, location: string): boolean {
  return location === path || location === alias
}

const menuItemStyles = cva(
  [
    'relative flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-left font-medium text-muted transition-colors md:min-h-9',
    'hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
    '[&_svg]:size-4.5 [&_svg]:shrink-0',
  ],
  { variants: { isFolded: { true: 'justify-center', false: '' } } },
)

type PersonProps = { isFolded: boolean; onOpen: (() => void) | undefined }

/** Who is signed in; opens the list of their sessions. */
function Person({ isFolded, onOpen }: PersonProps) {
  const user = useCurrentUser()
  const show = useShowOverlay()
  const name = personName(user)

  function open() {
    onOpen?.()
    show('sessions')
  }

  return (
    <div className="border-t pt-2">
      <Tooltip content={isFolded ? t('{name}: your sessions', { name }) : t('Your sessions')} side="right">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={open}
          className="flex w-full items-center gap-3 rounded-md px-1.5 py-1.5 text-left transition-colors hover:bg-sunken"
        >
          <Avatar name={name} imageUrl={user.profileImageUrl} />
          <span className={isFolded ? 'sr-only' : 'min-w-0 flex-1'}>
            <span className="block truncate font-medium">{name}</span>
            <span className="block truncate text-sm text-muted">{roleLabels[user.role]}</span>
            <span className="sr-only">{t('Your sessions')}</span>
          </span>
          {!isFolded && <MonitorSmartphone aria-hidden className="size-4 shrink-0 text-muted" />}
        </button>
      </Tooltip>
    </div>
  )
}

const storageKey = 'lockstep.menu'

/** Whether the menu is folded to icons, remembered in localStorage. */
function useFoldedMenu() {
  const [isFolded, setIsFolded] = useState(() => localStorage.getItem(storageKey) === 'folded')

  function toggle() {
    localStorage.setItem(storageKey, isFolded ? 'open' : 'folded')
    setIsFolded(!isFolded)
  }

  return { isFolded, toggle }
}
