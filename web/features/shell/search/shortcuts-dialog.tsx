import { t } from '#contract/i18n.ts'
import { ShortcutList, allShortcuts } from '#web/shared/keyboard-shortcuts.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type ShortcutsDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('Keyboard shortcuts')}>
      {allShortcuts.map(({ where, keys }) => (
        <section key={where} aria-label={where} className="grid gap-2">
          <h3 className="border-b pb-1 text-sm font-semibold text-muted">{where}</h3>
          <ShortcutList shortcuts={keys} />
        </section>
      ))}
    </Dialog>
  )
}
