-- Every connection rests between an answer and its next request, for twice the
-- first argument (in milliseconds) at most.
local most = 0

function init(args)
  most = 2 * tonumber(args[1])
end

function delay()
  return math.random(0, most)
end
