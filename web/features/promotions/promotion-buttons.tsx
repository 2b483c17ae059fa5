import Plus from 'lucide-react/icons/plus'
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { type PromotionRow, promotionsApi } from '#contract/promotions.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useUrlDialog } from '#web/shared/url-state.ts'
import { CopyPromotionDialog, CreatePromotionDialog, EditPromotionDialog } from './lazy.ts'

export function CreatePromotion() {
  const { isOpen, close } = useUrlDialog('promotion', promotionsApi.create.access)
  return (
    <>
      <CreatePromotionButton label="Create Promotion" />
      <Suspense>{isOpen && <CreatePromotionDialog onClose={close} />}</Suspense>
    </>
  )
}

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

type FormRequest = { form: 'edit' | 'copy'; promotion: PromotionRow }

const OpenFormContext = createContext<((request: FormRequest) => void) | null>(null)

/** Opens the form of a promotion. */
function useOpenForm(): (request: FormRequest) => void {
  const ask = useContext(OpenFormContext)
  if (!ask) throw new Error('useAskForm works inside PromotionForms only')
  return ask
}

/** Holds the open form beside the list and not in its card, which may leave the list while somebody types. */
export function PromotionFormProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<FormRequest | null>(null)
  const close = () => setRequest(null)
  return (
    <OpenFormContext value={setRequest}>
      {children}
      <Suspense>
        {request?.form === 'edit' && <EditPromotionDialog promotion={request.promotion} onClose={close} />}
        {request?.form === 'copy' && <CopyPromotionDialog promotion={request.promotion} onClose={close} />}
      </Suspense>
    </OpenFormContext>
  )
}
