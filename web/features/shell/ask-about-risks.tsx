import { Suspense, useEffect, useSyncExternalStore } from 'react'
import {
  answerRiskQuestion,
  currentRiskQuestion,
  endRiskQuestions,
  subscribeToRiskQuestions,
} from '#web/lib/risk-questions.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'

const ConfirmRisksDialog = lazyPart(
  async () => (await import('#web/shared/confirm-risks-dialog.tsx')).ConfirmRisksDialog,
)

/** Shows risky values while a call waits for their confirmation. */
export function AskAboutRisks() {
  const question = useSyncExternalStore(subscribeToRiskQuestions, currentRiskQuestion)
  useEffect(() => endRiskQuestions, [])
  return (
    <Suspense>
      {question && (
        <ConfirmRisksDialog
          key={question.confirmation}
          question={question}
          onConfirm={() => answerRiskQuestion(true)}
          onClose={() => answerRiskQuestion(false)}
        />
      )}
    </Suspense>
  )
}
