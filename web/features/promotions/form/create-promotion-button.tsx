import Plus from 'lucide-react/icons/plus'
import { promotionsApi } from '#contract/promotions.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useUrlDialog } from '#web/shared/use-url-dialog.ts'
import { CreateDialog } from './promotion-dialogs.ts'

/** Opens the dialog of `CreatePromotion`, which stands on the same screen. */
export function CreatePromotionButton({ label }: { label: string }) {
  const { open } = useUrlDialog('promotion', promotionsApi.create.access)
  return (
    <PermittedButton
      access={promotionsApi.create.access}
      deed="create promotions"
      variant="primary"
      onFocus={CreateDialog.preload}
      onPointerEnter={CreateDialog.preload}
      onClick={open}
    >
      <Plus aria-hidden />
      {label}
    </PermittedButton>
  )
}
