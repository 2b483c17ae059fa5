import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import type { PromotionRow } from '#contract/promotions.ts'
import { CopyPromotionDialog, EditPromotionDialog } from './promotion-dialogs.ts'

type FormRequest = { form: 'edit' | 'copy'; promotion: PromotionRow }

const OpenFormContext = createContext<((request: FormRequest) => void) | null>(null)

/** Opens the form of a promotion. */
export function useOpenForm(): (request: FormRequest) => void {
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
