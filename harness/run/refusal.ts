/** What to say when the receiver refuses a clean event: nothing can be judged, and this is nearly always a matter of set-up. */
import type { Notice } from '../../reports/run-report.ts';
import { factRule } from '../../simulator/lifecycles/lifecycle.ts';
import type { Plan } from '../../simulator/plan.ts';
import type { AttemptRecord } from '../../simulator/record.ts';
import { say } from '../judging/say.ts';

const REMEDIES: Readonly<Record<number, string>> = {
  400: "The receiver does not like the body or, as many libraries say it, the signature: compare the body with your provider's and set lifecycle.payload; give the secret that the receiver uses (--secret); it was sent as {profile} does it (--profile).",
  401: 'The signature was refused: give the secret that the receiver uses (--secret, LOST200_SECRET or `secret` in the config), and check the profile: it was signed as {profile} does it (--profile).',
  403: 'The request was forbidden: a secret (--secret), another profile than {profile} (--profile), an allowlist or a missing header (`headers` in the config).',
  404: 'Wrong path, or the object must exist first: check the URL, or make the objects with `arrange`.',
  409: 'The receiver calls a first event a conflict: is its database left over from a run with the same --namespace?',
  422: "The receiver does not like the body: compare it with your provider's and set lifecycle.payload.",
};

export function refusalNotice(attempt: AttemptRecord, plan: Plan): Notice {
  const { reply } = attempt;
  const { timeoutMs } = plan;
  const { type } = factRule(plan.lifecycle, attempt.fact.fact);
  if (reply?.kind === 'response') {
    return {
      level: 'error',
      sentence: say(
        'calm-refused',
        'calm check: the receiver answered {status} to a clean "{type}" event: {body}',
        {
          status: reply.status,
          type,
          body: reply.body.slice(0, 300) || '(empty body)',
        },
      ),
      remedy: say(
        'calm-refused-remedy',
        REMEDIES[reply.status] ?? "See the receiver's log: in calm weather a clean event must be taken.",
        { profile: plan.profile },
      ),
    };
  }
  return {
    level: 'error',
    sentence: say('calm-no-answer', 'calm check: no answer to a clean "{type}" event: {detail}', {
      type,
      detail: reply === undefined ? 'nothing came back' : `${reply.reason} (${reply.detail})`,
    }),
    remedy: say(
      'calm-no-answer-remedy',
      'Is it running, and does it answer within {timeoutMs} ms? A receiver that we start has its output in receiver.log.',
      { timeoutMs },
    ),
  };
}
