import { jsonOf, notStatus, signedJson, type Answer, type Handshake } from './handshake.ts';

export const slackUrlVerification: Handshake = {
  id: 'slack-url-verification',
  title: 'Slack sends a challenge and wants it back',
  because:
    'url_verification comes when the request URL is saved: without the challenge in the answer Slack does not take the URL (api.slack.com/events/url_verification).',
  requirement: 'must',
  request: (bench) =>
    signedJson(
      bench,
      { 'User-Agent': 'Slackbot 1.0 (+https://api.slack.com/robots)', Accept: '*/*' },
      { token: 'lost200-verification-token', challenge: bench.challenge, type: 'url_verification' },
    ),
  problem: (answer, { challenge }) =>
    notStatus(answer, 200) ??
    (answers(answer).includes(challenge)
      ? undefined
      : 'its body is not the challenge: as plain text, as a form, or as JSON'),
};

/** The three forms that Slack reads. */
function answers(answer: Answer): readonly unknown[] {
  const text = answer.body.trim();
  return [text, jsonOf(answer)['challenge'], new URLSearchParams(text).get('challenge')];
}
