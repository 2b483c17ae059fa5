import Plus from 'lucide-react/icons/plus'
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { type PromotionRow, promotionsApi } from '#contract/promotions.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { useUrlDialog } from '#web/shared/url-state.ts'
import { CopyPromotionDialog, CreatePromotionDialog, EditPromotionDialog } from './lazy.ts'

export function CreatePromotion() {
  const { isOpen, close } = useUrlDialog('promotion', promotionsApi.create.access)
  return (
    <>
      <CreatePromotionButton label={t('Create Promotion')} />
      <Suspense>{isOpen && <CreatePromotionDialog onClose={close} />}</Suspense>
    </>
  )
}

/** Opens the dialog that `CreatePromotion` renders on the same page. */
export function CreatePromotionButton({ label }: { label: string }) {
  const { open } = useUrlDialog('promotion', promotionsApi.create.access)
  return (
    <PermittedButton
      access={promotionsApi.create.access}
      task={t('create promotions')}
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

export function EditAndCopyButtons({ promotion }: { promotion: PromotionRow }) {
  const openForm = useOpenForm()
  const { title } = promotion
  return (
    <>
      <PermittedButton
        access={promotionsApi.update.access}
        task={t('change promotions')}
        size="small"
        aria-label={t('Edit {title}', { title })}
        onClick={() => openForm({ form: 'edit', promotion })}
      >
        {t('Edit')}
      </PermittedButton>
      <PermittedButton
        access={promotionsApi.create.access}
        task={t('create promotions')}
        size="small"
        aria-label={t('Copy {title}', { title })}
        onClick={() => openForm({ form: 'copy', promotion })}
      >
        {t('Copy')}
      </PermittedButton>
    </>
  )
}

type FormRequest = { form: 'edit' | 'copy'; promotion: PromotionRow }

const OpenFormContext = createContext<((request: FormRequest) => void) | null>(null)

/** Returns the function that opens the edit or copy form of a promotion. */
function useOpenForm(): (request: FormRequest) => void {
  const openForm = useContext(OpenFormContext)
  if (!openForm) throw new Error('useOpenForm works inside PromotionFormProvider only')
  return openForm
}

/** Renders the open form outside the card: the card may leave the list while somebody types. */
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
