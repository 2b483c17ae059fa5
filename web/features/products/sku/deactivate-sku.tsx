import type { SkuRow } from '#contract/products.ts'
import { counted } from '#web/lib/figures.ts'
import { Refusal } from '#web/shared/refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useProduct, useUpdateSku } from '../api.ts'

type DeactivateSkuProps = { productId: string; sku: SkuRow; open: boolean; onOpenChange: (open: boolean) => void }

export function DeactivateSku({ productId, sku, open, onOpenChange }: DeactivateSkuProps) {
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
      <p>It leaves Inventory, Sheet View and stock alerts with its {counted(sku.qtyAvailable, 'available unit')}.</p>
      <p>Nothing is deleted: activating it again brings it back with its stock and history.</p>
      <Refusal
        error={updateSku.error}
        onReload={() => {
          updateSku.reset()
          void refetch()
        }}
      />
    </ConfirmDialog>
  )
}
