import type { ReactNode } from 'react'
import { DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'

type ActionMenuItemProps = {
  icon: ReactNode
  /** Why the action is not possible now. The item stays focusable, so that the reason can be read. */
  obstacle: string | null
  onSelect: () => void
  children: ReactNode
}

export function ActionMenuItem({ icon, obstacle, onSelect, children }: ActionMenuItemProps) {
  if (obstacle === null) {
    return (
      <DropdownMenuItem onSelect={onSelect}>
        {icon}
        {children}
      </DropdownMenuItem>
    )
  }
  return (
    <DropdownMenuItem aria-disabled onSelect={(event) => event.preventDefault()}>
      <span className="contents text-muted">{icon}</span>
      <span className="max-w-64 py-1 text-muted">
        {children}
        <span className="block text-xs">{obstacle}</span>
      </span>
    </DropdownMenuItem>
  )
}
