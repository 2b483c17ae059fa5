import { type PromotionRow, promotionsApi } from '#contract/promotions.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useOpenForm } from './promotion-forms.tsx'

/** Both lead to the form: to change the promotion, or to make another like it. */
export function EditAndCopyButtons({ promotion }: { promotion: PromotionRow }) {
  const openForm = useOpenForm()
  const { title } = promotion
  return (
    <>
      <PermittedButton
        access={promotionsApi.update.access}
        task="change promotions"
        size="small"
        aria-label={`Edit ${title}`}
        onClick={() => openForm({ form: 'edit', promotion })}
      >
        Edit
      </PermittedButton>
      <PermittedButton
        access={promotionsApi.create.access}
        task="create promotions"
        size="small"
        aria-label={`Copy ${title}`}
        onClick={() => openForm({ form: 'copy', promotion })}
      >
        Copy
      </PermittedButton>
    </>
  )
}
