import { type PromotionRow, promotionsApi } from '#contract/promotions.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useAskForm } from './promotion-forms.tsx'

/** Both lead to the form: to change the promotion, or to make another like it. */
export function PromotionButtons({ promotion }: { promotion: PromotionRow }) {
  const ask = useAskForm()
  const { title } = promotion
  return (
    <>
      <PermittedButton
        access={promotionsApi.update.access}
        deed="change promotions"
        size="small"
        aria-label={`Edit ${title}`}
        onClick={() => ask({ form: 'edit', promotion })}
      >
        Edit
      </PermittedButton>
      <PermittedButton
        access={promotionsApi.create.access}
        deed="create promotions"
        size="small"
        aria-label={`Copy ${title}`}
        onClick={() => ask({ form: 'copy', promotion })}
      >
        Copy
      </PermittedButton>
    </>
  )
}
