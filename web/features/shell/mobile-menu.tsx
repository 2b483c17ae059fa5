import { Drawer } from '#web/ui/drawer.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { SideMenu } from './side-menu.tsx'

type MobileMenuProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Lazy chunk: the side menu as a drawer. */
export function MobileMenu({ open, onOpenChange }: MobileMenuProps) {
  return (
    <Drawer side="left" title={<Logo />} open={open} onOpenChange={onOpenChange}>
      <SideMenu onNavigate={() => onOpenChange(false)} />
    </Drawer>
  )
}
