import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useSession } from '#web/lib/session.tsx'
import { BarePage, MessagePage } from '#web/shared/message-page.tsx'
import { Button } from '#web/ui/button.tsx'

/** Shown when the session check got no answer, so it is unknown whether the user is signed in. */
export function SessionUnknownPage({ error }: { error: unknown }) {
  const { refresh } = useSession()
  const [isRetrying, setIsRetrying] = useState(false)

  async function retry() {
    setIsRetrying(true)
    await refresh()
    setIsRetrying(false)
  }

  return (
    <BarePage>
      <MessagePage
        title={t('Lockstep didn’t respond')}
        actions={
          <Button variant="primary" isPending={isRetrying} onClick={() => void retry()}>
            {t('Try again')}
          </Button>
        }
      >
        {errorMessage(error)}
      </MessagePage>
    </BarePage>
  )
}
