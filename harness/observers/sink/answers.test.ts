import { expect, it } from 'vitest';
import { createAnswers } from './answers.ts';

it("a route's headers take the place of ours, however they are written", () => {
  const headers = { 'Content-Type': 'application/xml', 'X-Request': 'r1' };
  const answers = createAnswers([{ path: '/a', status: 201, body: '<id>{sinkId}</id>', headers }]);
  expect(answers.answer('POST', '/a', undefined)).toEqual({
    status: 201,
    headers: { 'content-type': 'application/xml', 'x-request': 'r1' },
    body: '<id>sink_1</id>',
  });
});
