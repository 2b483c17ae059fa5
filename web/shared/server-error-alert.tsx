import { t } from '#contract/i18n.ts'
import { ApiError, errorMessage } from '#web/lib/api-error.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type ServerErrorAlertProps = { error: unknown; onReload?: (() => void) | undefined; isReloading?: boolean }

/** Error of a refused request. After a conflict (409) it can offer to reload what somebody else has saved. */
export function ServerErrorAlert({ error, onReload, isReloading = false }: ServerErrorAlertProps) {
  if (!error) return null
  return (
    <Alert
      tone="danger"
      action={
        isConflict(error) && onReload ? (
          <Button size="small" isPending={isReloading} onClick={onReload}>
            {t('Reload')}
          </Button>
        ) : undefined
      }
    >
      {errorMessage(error)}
    </Alert>
  )
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409
