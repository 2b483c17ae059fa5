import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import { FailedToLoad } from '#web/shared/failed-to-load.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useBackgroundJobs } from './api.ts'
import { JobCountTiles } from './job-count-tiles.tsx'
import { JobItem } from './job-item.tsx'

export function BackgroundJobsCard() {
  const { data, error, isFetching, refetch } = useBackgroundJobs()

  return (
    <Card id="background-jobs" tabIndex={-1} aria-labelledby="background-jobs-heading" className="scroll-mt-20">
      <CardHeader
        id="background-jobs-heading"
        title="Background Jobs"
        description="What Lockstep does for you by itself"
      />
      {error && (
        <CardBody>
          <FailedToLoad
            what="The background jobs"
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </CardBody>
      )}
      {!data && !error && <Spinner />}
      {data && (
        <>
          <JobCountTiles counts={data.counts} />
          {data.jobs.length > 0 ? (
            <ul aria-label="Latest jobs" className="divide-y border-t">
              {data.jobs.map((job) => (
                <JobItem key={job.id} job={job} />
              ))}
            </ul>
          ) : (
            <div className="border-t">
              <EmptyState icon={<CircleCheckBig />}>No active background jobs. System is running smoothly.</EmptyState>
            </div>
          )}
        </>
      )}
    </Card>
  )
}
