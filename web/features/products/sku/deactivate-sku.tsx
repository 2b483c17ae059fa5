import type { SkuRow } from '#contract/products.ts'
import { formatCount } from '#web/lib/figures.ts'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useProduct, useUpdateSku } from '../api.ts'

type DeactivateSkuDialogProps = { productId: string; sku: SkuRow; open: boolean; onOpenChange: (open: boolean) => void }

export function DeactivateSkuDialog({ productId, sku, open, onOpenChange }: DeactivateSkuDialogProps) {
  const { refetch } = useProduct(productId)
  const updateSku = useUpdateSku()

  function changeOpen(next: boolean) {
    updateSku.reset()
    onOpenChange(next)
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={changeOpen}
      title={`Deactivate ${sku.sku}?`}
      confirmLabel="Deactivate"
      isDangerous
      isPending={updateSku.isPending}
      onConfirm={() =>
        updateSku.mutate(
          { productId, skuId: sku.id, version: sku.version, isActive: false },
          { onSuccess: () => changeOpen(false) },
        )
      }
    >
      <p>
        It leaves Inventory, Sheet View and stock alerts with its {formatCount(sku.qtyAvailable, 'available unit')}.
      </p>
      <p>Nothing is deleted: activating it again brings it back with its stock and history.</p>
      <ServerErrorAlert
        error={updateSku.error}
        onReload={() => {
          updateSku.reset()
          void refetch()
        }}
      />
    </ConfirmDialog>
  )
}
