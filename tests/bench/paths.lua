-- Asks for the paths of a file (its name is the first argument), in turn.
local requests, turn = {}, 0

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end
