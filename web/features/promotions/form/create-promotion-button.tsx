import Plus from 'lucide-react/icons/plus'
import { promotionsApi } from '#contract/promotions.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useUrlDialog } from '#web/shared/use-url-dialog.ts'
import { CreatePromotionDialog } from './promotion-dialogs.ts'

/** Opens the dialog of `CreatePromotion`, which stands on the same screen. */
export function CreatePromotionButton({ label }: { label: string }) {
  const { open } = useUrlDialog('promotion', promotionsApi.create.access)
  return (
    <PermittedButton
      access={promotionsApi.create.access}
      task="create promotions"
      variant="primary"
      onFocus={CreatePromotionDialog.preload}
      onPointerEnter={CreatePromotionDialog.preload}
      onClick={open}
    >
      <Plus aria-hidden />
      {label}
    </PermittedButton>
  )
}
