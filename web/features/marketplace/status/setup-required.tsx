import { Link } from 'wouter'
import { amazonConnectionPath } from '#contract/marketplace.ts'
import { LoadError } from '#web/shared/failed-to-load.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useSetupInfo } from './api.ts'

export function SetupRequired() {
  const { data, error, isFetching, refetch } = useSetupInfo()
  if (error && !data) {
    return <LoadError what="What is missing" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <Spinner />
  return (
    <Alert
      tone="warning"
      title="Setup Required"
      action={
        <Link href={amazonConnectionPath} className={buttonVariants({ size: 'small' })}>
          Go to Marketplace Connect
        </Link>
      }
    >
      <div className="grid max-w-prose gap-3">
        <p className="whitespace-pre-line">{data.setupInstructions}</p>
        {data.missingCredentials.length > 0 && (
          <div>
            <p className="font-medium">Missing</p>
            <ul aria-label="Missing credentials" className="ml-5 list-disc">
              {data.missingCredentials.map((name) => (
                <li key={name} className="wrap-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="text-sm whitespace-pre-line text-muted">{data.helpText}</p>
      </div>
    </Alert>
  )
}
