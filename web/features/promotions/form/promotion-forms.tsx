import { createContext, type ReactNode, Suspense, useContext, useState } from 'react'
import type { PromotionRow } from '#contract/promotions.ts'
import { CopyDialog, EditDialog } from './promotion-dialogs.ts'

type Asked = { form: 'edit' | 'copy'; promotion: PromotionRow }

const AskContext = createContext<((asked: Asked) => void) | null>(null)

/** Opens the form of a promotion. */
export function useAskForm(): (asked: Asked) => void {
  const ask = useContext(AskContext)
  if (!ask) throw new Error('useAskForm works inside PromotionForms only')
  return ask
}

/** Holds the open form beside the list and not in its card, which may leave the list while somebody types. */
export function PromotionForms({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <AskContext value={setAsked}>
      {children}
      <Suspense>
        {asked?.form === 'edit' && <EditDialog promotion={asked.promotion} onClose={close} />}
        {asked?.form === 'copy' && <CopyDialog promotion={asked.promotion} onClose={close} />}
      </Suspense>
    </AskContext>
  )
}
