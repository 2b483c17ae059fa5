import type { ListingIssue } from '#contract/two-way.ts'
import { type IssueSeverity, issueSeverities } from '#contract/marketplace-values.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const severityStyles: Record<IssueSeverity, { word: string; tone: Tone }> = {
  error: { word: 'Error', tone: 'danger' },
  warning: { word: 'Warning', tone: 'warning' },
  info: { word: 'Info', tone: 'info' },
}

/** What Amazon finds wrong with a listing, the worst first. */
export function ListingIssues({ issues }: { issues: readonly ListingIssue[] }) {
  return (
    <ul aria-label="What Amazon finds wrong" className="divide-y rounded-md border text-sm">
      {issues.toSorted(bySeverity).map((issue, position) => (
        <Issue key={`${issue.code} ${position}`} issue={issue} />
      ))}
    </ul>
  )
}

const bySeverity = (one: ListingIssue, other: ListingIssue) =>
  issueSeverities.indexOf(one.severity) - issueSeverities.indexOf(other.severity)

function Issue({ issue: { severity, message, code, attributes } }: { issue: ListingIssue }) {
  const { word, tone } = severityStyles[severity]
  const details = [attributes.join(', '), code && `Amazon’s code ${code}`].filter(Boolean).join(' · ')
  return (
    <li className="grid justify-items-start gap-1 px-3 py-2">
      <Badge tone={tone}>{word}</Badge>
      <p className="wrap-anywhere">{message}</p>
      {details && <p className="text-xs text-muted wrap-anywhere">{details}</p>}
    </li>
  )
}
