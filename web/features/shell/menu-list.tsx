import { Link, useLocation } from 'wouter'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { MenuEntry } from './menu.ts'
import { menuItemStyles } from './menu-item-look.ts'

type MenuListProps = { entries: readonly MenuEntry[]; isFolded: boolean; onNavigate: (() => void) | undefined }

export function MenuList({ entries, isFolded, onNavigate }: MenuListProps) {
  const { role } = useCurrentUser()
  const [path] = useLocation()

  return entries
    .filter(({ access }) => allows(access, role))
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
